/** Checks that Footfall starts on this version of Node, counts a pageview, returns it, and stops: `npm run test:serves`, after a build. */
import { startStandalone } from '../bench/standalone-process.mjs';

let product;

try {
  product = await startStandalone();
  const { publicKey, secretKey } = product.credentials;
  const sent = await product.send(product.ingestPort, '/api/v1/events', {
    headers: {
      'X-API-Key': publicKey,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    },
    body: JSON.stringify({ type: '$pageview', url: 'https://www.example.com/pricing' }),
  });
  if (sent.status !== 202) throw new Error(`The event was refused with ${sent.status}: ${sent.text}`);
  await product.until(async () => {
    const path = '/api/v1/analytics/overview';
    const { text } = await product.send(product.apiPort, path, { headers: { 'X-API-Key': secretKey } });
    return JSON.parse(text).pageviews === 1;
  });
  const { status } = await product.stop();
  if (status !== 0) throw new Error(`Footfall exited with ${status}`);
  console.log(`Node ${process.version}: started, counted a pageview, returned it, and stopped`);
} catch (error) {
  console.error(`Node ${process.version}: ${error.message}`);
  process.exitCode = 1;
} finally {
  await product?.stop();
}
