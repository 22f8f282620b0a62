/** G7: many pipelined requests for the metrics. */
import { allWithin } from './expectation.mjs';
import { healthz, singleEvents } from './honest.mjs';
import { pipeline } from './raw-connection.mjs';

const count = 1_000;

export const title = '1,000 pipelined requests for /metrics on each port, again and again';
export const expectations = [allWithin('honest requests within 100 ms', 100)];

export async function prepare(product) {
  return { ports: [product.apiPort, product.ingestPort], honest: await product.newWorkspace('honest') };
}

export const probes = (product, { honest }) => [
  healthz(product.apiUrl, 'GET /healthz (API)'),
  healthz(product.ingestUrl, 'GET /healthz (ingest)'),
  singleEvents(product, honest),
];

export async function strike({ ports }, { isOver, note }) {
  const repeat = async (port) => {
    while (!isOver()) await pipeline(port, '/metrics', { count, note });
  };
  await Promise.all(ports.map(repeat));
}
