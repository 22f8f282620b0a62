/** A program that listens until it is killed: prints its port. */
import { createServer } from 'node:net';

const server = createServer();
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
