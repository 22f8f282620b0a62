/** `footfall query` next to the whole product with the demo's data. */
import { freePort } from '@footfall/test-servers';
import { queries } from '@footfall/warehouse';
import { withProduct } from '../product.fixture.ts';

const rig = withProduct();
const range = '--start 2020-01-01 --end 2020-03-31';

let key: string;
beforeAll(async () => {
  ({ secretKey: key = '' } = await rig.json('demo --events 2000'));
});

/** Runs `footfall query` with the key of the demo. */
const query = (args: string) => rig.footfall(`query ${args}`, { FOOTFALL_KEY: key });

/** Returns the text of the API's response. */
async function read(path: string): Promise<string> {
  const response = await fetch(`${rig.product.apiUrl}/api/v1/analytics/${path}`, { headers: { 'X-API-Key': key } });
  return response.text();
}

describe('footfall query', () => {
  it('lists the endpoints of the registry', async () => {
    const { stdout } = await query('--help');
    const { stderr } = await rig.footfall('query');
    for (const { name } of queries) {
      expect(stdout).toMatch(new RegExp(`^  ${name} \\[options\\] `, 'm'));
      expect(stderr).toMatch(new RegExp(`^  ${name} \\[options\\] `, 'm'));
    }
    expect((await rig.footfall('help query')).stdout).toContain('footfall query --help lists the endpoints');
  });

  it.each(queries)('has an option for each parameter of $name', async ({ name, params }) => {
    const { status, stdout } = await query(`${name} --help`);
    expect(status).toBe(0);
    const options = [...stdout.matchAll(/^ {2}(?:-h, )?--([a-z]+)/gm)].map(([, option]) => option);
    expect(options).toEqual([...Object.keys(params.shape), 'key', 'csv', 'json', 'help', 'api']);
  });

  it('prints the values that a parameter can have', async () => {
    const words = (await query('breakdown --help')).stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain(
      '--limit <number> maximum number of entries in each list; from 1 to 10000 (default: 100) --',
    );
    expect(words).toContain('; one of previous, year --');
    expect(words).toMatch(/; any of visitors, sessions, .*, separated by commas \(default: /);
    expect(words).toContain('(default: path) --metrics');
  });

  it.each(queries)('describes $name in phrases, with options in place of parameters', async ({ name }) => {
    const { stdout } = await query(`${name} --help`);
    const [, options = ''] = stdout.split('Options:\n');
    expect(options).not.toMatch(/`|^ {2}\S.*? {2,}[A-Z][a-z]/m);
    expect(options.replaceAll(/\s+/g, ' ')).not.toMatch(/\. |Default:/);
    expect(options.includes('--start and --end')).toBe(options.includes('--timezone'));
  });

  it('prints tables, totals and ranges', async () => {
    const { status, stdout } = await query('overview');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Period: \S+Z to \S+Z\nCompared period: .*\n\nFIGURE +VALUE +PREVIOUS +CHANGE\npageviews +[\d,]+ +[\d,]+ +[+-]?[\d,.]+%\n/,
    );
    expect(stdout).toMatch(/\n\ntop pages:\nPATH +TITLE +PAGEVIEWS +VISITORS +AVG TIME\n\//);
  });

  it('sends every parameter, lists and filters one by one, and a minus as the start of a value', async () => {
    const { stdout } = await query(
      'breakdown --by country,device --metrics visitors,bounceRate --sort -visitors --limit 2 --compare previous --filter device:is:mobile --filter country:is:US',
    );
    expect(stdout).toMatch(
      /\nCOUNTRY +DEVICE +VISITORS +PREVIOUS VISITORS +BOUNCE RATE +PREVIOUS BOUNCE RATE\nUS +mobile +\d+ +\d+ .*\n$/,
    );
    expect((await query('funnel --step type:is:$pageview --step type:is:purchase')).stdout).toMatch(
      /\ntype:is:\$pageview +\d+.*\ntype:is:purchase +\d+/,
    );
  });

  it("prints the API's response as JSON, and its lists as CSV", async () => {
    const { stdout: json } = await query(`pages ${range} --json`);
    expect(JSON.parse(json)).toEqual(JSON.parse(await read('pages?start=2020-01-01&end=2020-03-31')));
    const { stdout: browsers } = await query('devices --csv browsers');
    expect(browsers).toBe(await read('devices?format=csv&part=browsers'));
    expect((await query('pages --csv --limit 3')).stdout).toBe(await read('pages?format=csv&limit=3'));
  });

  it('finds the URL and the key of the Footfall on this machine', async () => {
    const { workspaceId } = await rig.json('query realtime');
    expect(workspaceId).toBe(rig.product.credentials.workspaceId);
  });

  it.each([
    ['--api', '--api http://stats.example', {}],
    ['FOOTFALL_API', '', { FOOTFALL_API: 'http://stats.example' }],
  ])('does not send the key in credentials.json to a server that %s names', async (setBy, option, environment) => {
    for (const command of ['query overview', 'mcp']) {
      const args = `${command} ${option}`.trimEnd();
      expect(await rig.footfall(args, environment)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: `Error: no secret key: set --key or FOOTFALL_KEY (with ${setBy}, the one in credentials.json is not used)\n`,
      });
    }
  });

  it.each([
    ['overvew', "unknown command 'overvew' (Did you mean overview?)"],
    ['pages --limt 5', "unknown option '--limt' (Did you mean --limit?)"],
    ['realtime --start 2026-03-01', "unknown option '--start'"],
    ['properties', "required option '--type <value>' not specified"],
    ['pages --limit 0', '--limit must be an integer from 1 to 1000, got "0" (BAD_REQUEST)'],
    [
      'series --start soon --granularity decade',
      '; --granularity must be one of hour, day, week, month, got "decade" (',
    ],
    ['breakdown --filter colour:is:red', '--filter must have one of the dimensions source, '],
    ['devices --csv', "option '--csv <list>' argument missing"],
    ['devices --csv data', 'Allowed choices are browsers, devices, operatingSystems.'],
    ['pages --csv --json', "option '--csv' cannot be used with option '--json'"],
    ['pages --key pk_live_x', 'the key must be a secret key (sk_live_…), got a public key'],
    ['pages --key ', 'the key must be a secret key (sk_live_…), got a text of 0 characters'],
    ['pages --key sk_live_0', 'The key (--key) is not valid at http'],
    ['pages --api nowhere', '--api must be a URL such as https://footfall.example.com, got "nowhere"'],
  ])('prints one line that says why %s fails', async (args, words) => {
    const { status, stdout, stderr } = await query(args);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: [^\n]*\n$/);
    expect(stderr).toContain(words);
  });

  it('says that nothing responds at the URL', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { status, stderr } = await query(`overview --api ${url}`);
    expect({ status, stderr }).toEqual({ status: 1, stderr: `Error: no response from ${url}: is Footfall running?\n` });
  });
});
