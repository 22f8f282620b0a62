/** A broker that does not know the newest topics yet, and otherwise forwards requests to the real one. */
import { connect, createServer, type Socket } from 'node:net';
import { listenLocally } from '@footfall/test-servers';

export interface LaggingBroker {
  /** As `host:port`. */
  readonly address: string;
  /** The number of its responses that the topic does not exist. */
  refusals(): number;
  close(): void;
}

const metadataVersion12 = '0003000c';
const correlationIdAt = 8;
/** No brokers, no cluster ID, controller -1; one topic, unknown, without a name, an ID or partitions. */
const noSuchTopic = [
  '00',
  '00000000',
  '01',
  '00',
  'ffffffff',
  '02',
  '0003',
  '00',
  '0'.repeat(32),
  '00',
  '01',
  '80000000',
];

/** Responds `times` that the topic does not exist, and forwards all other requests to `broker`. */
export async function laggingBroker(broker: string, times: number): Promise<LaggingBroker> {
  const { hostname, port } = new URL(`kafka://${broker}`);
  let refusals = 0;
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (request) => {
      if (refusals === times || request.toString('hex', 4, 8) !== metadataVersion12) {
        forward(socket, connect(Number(port), hostname), request);
        return;
      }
      refusals++;
      const correlationId = request.toString('hex', correlationIdAt, correlationIdAt + 4);
      const response = Buffer.from([correlationId, ...noSuchTopic, '00', '00'].join(''), 'hex');
      const length = Buffer.alloc(4);
      length.writeInt32BE(response.length);
      socket.end(Buffer.concat([length, response]));
    });
  });
  const address = `127.0.0.1:${await listenLocally(server)}`;
  return { address, refusals: () => refusals, close: () => void server.close() };
}

/** Connects both sockets, after `first` was sent to the broker. */
function forward(client: Socket, broker: Socket, first: Buffer): void {
  broker.write(first);
  client.pipe(broker).pipe(client);
  client.on('close', () => broker.destroy());
  broker.on('error', () => client.destroy()).on('close', () => client.destroy());
}
