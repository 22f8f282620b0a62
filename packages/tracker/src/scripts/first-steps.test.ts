import { tagLines } from './first-steps.ts';

describe('The script tag', () => {
  it('loads the tracker from ingest with the public key', () => {
    expect(tagLines('https://in.example', 'pk_live_x')).toEqual([
      'Measure a site (in the head of its pages):',
      '<script defer src="https://in.example/tracker.js" data-key="pk_live_x"></script>',
    ]);
  });

  it.each(['http://localhost:4001', 'http://127.0.0.1:4001', 'http://[::1]:4001'])(
    'comes with the option for localhost, and with what other sites need, if ingest is at %s',
    (url) => {
      const [title, tag, note] = tagLines(url, 'pk_live_x');
      expect(title).toContain('on localhost add data-debug');
      expect(tag).toContain(`src="${url}/tracker.js"`);
      expect(note).toBe('This URL works on this machine only. To measure other sites, set INGEST_URL to a public URL.');
    },
  );

  it('comes without either elsewhere', () => {
    const [title, ...lines] = tagLines('https://localhost.example', 'pk_live_x');
    expect(title).not.toContain('localhost');
    expect(lines).toHaveLength(1);
  });
});
