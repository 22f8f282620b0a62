/** Faults of the link to Redis are named in our words. */
import { Link } from './link.ts';
import { readRedisUrl } from './url.ts';

it('says that Redis does not respond if there is no connection', async () => {
  const address = readRedisUrl('redis://127.0.0.1:1');
  if (!address) throw new Error('The URL is not understood');
  const link = new Link(address, undefined);
  await expect(link.run((redis) => redis.get('key'))).rejects.toThrow(/^Redis does not respond$/);
  await link.close();
});
