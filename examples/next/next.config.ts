import type { NextConfig } from 'next';

const ingest = process.env.FOOTFALL_INGEST ?? 'http://127.0.0.1:4001';

const config: NextConfig = {
  rewrites: async () => [
    { source: '/ff/:script(site.*\\.js)', destination: `${ingest}/:script` },
    { source: '/ff/api/v1/:call(events|page\\.gif)', destination: `${ingest}/api/v1/:call` },
  ],
};

export default config;
