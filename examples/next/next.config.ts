import type { NextConfig } from 'next';

const ingest = process.env.FOOTFALL_INGEST ?? 'http://127.0.0.1:4001';

const config: NextConfig = {
  rewrites: async () => [
    { source: '/stats/:script(tracker.*\\.js)', destination: `${ingest}/:script` },
    { source: '/stats/api/v1/:call(events|pixel\\.gif)', destination: `${ingest}/api/v1/:call` },
  ],
};

export default config;
