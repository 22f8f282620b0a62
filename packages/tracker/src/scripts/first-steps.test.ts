import { tagLine } from './first-steps.ts';

describe('The script tag', () => {
  it('loads the tracker from ingest with the public key', () => {
    expect(tagLine('https://in.example', 'pk_live_x')).toEqual([
      'Measure a site (in the head of its pages):',
      '<script defer src="https://in.example/tracker.js" data-key="pk_live_x"></script>',
    ]);
  });

  it.each(['http://localhost:4001', 'http://127.0.0.1:4001', 'http://[::1]:4001'])(
    'comes with the option for localhost if ingest is at %s',
    (url) => {
      expect(tagLine(url, 'pk_live_x')[0]).toContain('on localhost add data-debug');
    },
  );

  it('comes without that option elsewhere', () => {
    expect(tagLine('https://localhost.example', 'pk_live_x')[0]).not.toContain('localhost');
  });
});
