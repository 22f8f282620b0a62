/** Images as docker-compose.yml names them, so that tests and operators run the same servers. */
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

const composeFile = new URL('../../../docker-compose.yml', import.meta.url);

/** Returns the image of a service of docker-compose.yml. */
export function imageOf(service: string): string {
  const image: unknown = parseDocument(readFileSync(composeFile, 'utf8')).getIn(['services', service, 'image']);
  if (typeof image !== 'string') throw new Error(`docker-compose.yml has no service ${service} with an image`);
  return image;
}
