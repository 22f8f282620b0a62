/** A body that several responses send. */
import { Body } from './body.ts';

it('G1 a body is encoded once for all responses, and again after that has failed', async () => {
  // Not a text, so that it cannot be encoded.
  let content = Object(7);
  let encoded = 0;
  const body = new Body(() => {
    encoded += 1;
    return content;
  });
  await expect(body.in('gzip')).rejects.toThrow('must be of type string');
  content = 'text';
  const [first, second] = await Promise.all([body.in('gzip'), body.in('gzip')]);
  expect(second).toBe(first);
  expect(encoded).toBe(2);
});
