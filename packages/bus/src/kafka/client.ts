/** kafkajs, configured to notice quickly that a broker is down, to log nothing, and to allow its sockets to be closed. */
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
      brokers: brokers.map(withoutColonsInHost),
      connectionTimeout: clientLimits.connectTimeoutMs,
      requestTimeout: clientLimits.requestTimeoutMs,
      retry,
      // Its log lines contain addresses, and every fault is also thrown.
      logLevel: logLevel.NOTHING,
      logCreator: () => () => {},
      socketFactory: ({ host, port, onConnect }) => this.#open(host, port, onConnect),
    });
  }

  /**
   * Returns the view of the brokers that kafkajs passes to partition assigners: its only way to send single requests. Fetching with it
   * instead of a consumer means that only this driver decides where reading continues.
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
    if (cluster === undefined) throw new Error('kafkajs did not call its partition assigner');
    return cluster;
  }

  /** Closes every connection and rejects the requests on it. kafkajs would wait for responses that may never arrive. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.destroy(new Error('The connection was closed'));
  }

  #open(host: string, port: number, onConnect: () => void): Socket {
    const socket = connect({ host: withoutBrackets(host), port }, onConnect);
    socket.setKeepAlive(true, keepAliveMs).setNoDelay(true);
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    if (this.#closed) socket.destroy(new Error('The connection was closed'));
    return socket;
  }
}

/** Replaces the colons of an IPv6 address in brackets, because kafkajs splits a broker at the first colon. */
function withoutColonsInHost(broker: string): string {
  return broker.replace(/^\[.*\]/, (address) => address.replaceAll(':', '_'));
}

/** Returns the address to connect to, of a host that `withoutColonsInHost` may have changed. */
function withoutBrackets(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1).replaceAll('_', ':') : host;
}
