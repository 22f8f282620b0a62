/** The sockets that a client opens. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { KafkaClient } from './client.ts';

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
])('connects to a broker at %s', async (address, host) => {
  const broker = createServer();
  await once(broker.listen(0, address), 'listening');
  const { port } = Object(broker.address());
  const client = new KafkaClient([`${host}:${port}`]);
  const connected = client.kafka.admin().connect();
  // Closed before it responds: the connection itself is the proof.
  connected.catch(() => {});
  const [socket] = await once(broker, 'connection');
  client.close();
  socket.destroy();
  broker.close();
  await expect(connected).rejects.toMatchObject({ name: expect.stringContaining('KafkaJS') });
});
