/** kafkajs as we set it up: quick to tell that a broker is gone, silent, and with sockets that can be closed under it. */
import { connect, type Socket } from 'node:net';
import { type Cluster, Kafka, logLevel, PartitionAssigners, type RetryOptions } from 'kafkajs';
import { clientLimits } from './limits.ts';

const keepAliveMs = 30_000;
const quickRetry: RetryOptions = { retries: 2, initialRetryTime: 100, maxRetryTime: 500 };

export class KafkaClient {
  readonly kafka: Kafka;
  readonly #sockets = new Set<Socket>();
  #closed = false;

  constructor(brokers: readonly string[], retry: RetryOptions = quickRetry) {
    this.kafka = new Kafka({
      clientId: 'footfall',
      brokers: [...brokers],
      connectionTimeout: clientLimits.connectTimeoutMs,
      requestTimeout: clientLimits.requestTimeoutMs,
      retry,
      // Its lines name addresses, and every fault reaches us as an error.
      logLevel: logLevel.NOTHING,
      logCreator: () => () => {},
      socketFactory: ({ host, port, onConnect }) => this.#open(host, port, onConnect),
    });
  }

  /**
   * The one way kafkajs has to send single requests: it hands its view of the brokers to partition assigners. Fetching
   * with it, and not with a consumer, leaves no one but us to decide where reading goes on.
   */
  cluster(): Cluster {
    const clusters: Cluster[] = [];
    this.kafka.consumer({
      groupId: 'none',
      readUncommitted: true,
      allowAutoTopicCreation: false,
      partitionAssigners: [
        (config) => {
          clusters.push(config.cluster);
          return PartitionAssigners.roundRobin(config);
        },
      ],
    });
    const [cluster] = clusters;
    if (cluster === undefined) throw new Error('kafkajs has made a consumer without asking for its assigner');
    return cluster;
  }

  /** Ends every connection; what waits on one is rejected. kafkajs would wait for answers that may never come. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy(new Error('The connection was closed'));
  }

  #open(host: string, port: number, onConnect: () => void): Socket {
    const socket = connect({ host, port }, onConnect);
    socket.setKeepAlive(true, keepAliveMs).setNoDelay(true);
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    if (this.#closed) socket.destroy(new Error('The connection was closed'));
    return socket;
  }
}
