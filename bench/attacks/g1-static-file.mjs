/** G1: many pipelined requests for the largest static file, with the strongest compression. */
import { memoryAtMost, p99AtMost } from './expectation.mjs';
import { analytics, healthz } from './honest.mjs';
import { pipeline } from './raw-connection.mjs';

const connections = 4;
const requestsPerConnection = 150;

export const title = '600 pipelined requests for the largest static file, in brotli, again and again';
export const expectations = [memoryAtMost(150), p99AtMost('p99 at most doubled', 2)];

export async function prepare(product) {
  return { port: product.apiPort, honest: await product.newWorkspace('honest') };
}

export const probes = (product, { honest }) => [analytics(product, honest), healthz(product.apiUrl)];

export async function strike({ port }, { isOver, note }) {
  const options = { count: requestsPerConnection, headers: ['Accept-Encoding: br'], note };
  const repeat = async () => {
    while (!isOver()) await pipeline(port, '/docs/swagger-ui-bundle.js', options);
  };
  await Promise.all(Array.from({ length: connections }, repeat));
}
