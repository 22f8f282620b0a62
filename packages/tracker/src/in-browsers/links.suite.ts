/** Links, downloads and forms in a real browser: the events sent, and that they arrive although the page is left. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rig } from './browser.fixture.ts';
import { describeTracker } from './browser.fixture.ts';
import { noticed } from './sending.fixture.ts';
import type { Workspace } from './workspace.fixture.ts';

/** Returns the events of links and forms, oldest first: the type and the target. */
function said(workspace: Workspace): [string, unknown][] {
  return workspace
    .sent()
    .filter(({ type }) => !type.startsWith('$page') && !type.endsWith('click'))
    .map(({ type, props }) => [type, String(props?.['form'] ?? props?.['url'] ?? '').replace(/^blob:.*/, 'blob:')]);
}

/** A page that stays, whatever is clicked. */
const staysHere = `<script>
  onclick = onauxclick = (event) => { if (event.composedPath().some((node) => /^(a|area)$/.test(node.localName))) event.preventDefault(); };
  onsubmit = (event) => event.preventDefault();
</script>`;

async function visitBody(rig: Rig, workspace: Workspace, body: string, attributes = {}) {
  const { url } = rig.sites.serve('shop.test', { '*': workspace.page({ body: body + staysHere, attributes }) });
  return { url, page: await rig.visit(`${url}/dir/page?q=1`) };
}

describeTracker('Links and forms', (rig) => {
  it('are counted by target, each once', async () => {
    const workspace = await rig.workspace();
    const other = 'https://other.test';
    const links: [html: string, said?: [string, string]][] = [
      [`<a href="${other}/x?y=1#z">other host</a>`, ['$outbound_link', `${other}/x`]],
      [
        `<a href="https://me:secret@other.test/@me//you@home?token=secret">secrets</a>`,
        ['$outbound_link', `${other}/@me//you@home`],
      ],
      [`<a href="//www.shop.test/">subdomain</a>`, ['$outbound_link', 'http://www.shop.test/']],
      [`<a href="${other}"><b><i>nested</i></b></a>`, ['$outbound_link', `${other}/`]],
      [
        `<a href="${other}/stopped"><b onclick="event.stopPropagation(); event.preventDefault()">stopped</b></a>`,
        ['$outbound_link', `${other}/stopped`],
      ],
      [
        `<svg width="90" height="30"><a href="${other}/svg"><text y="20">svg</text></a></svg>`,
        ['$outbound_link', `${other}/svg`],
      ],
      [
        `<svg width="90" height="30"><a xlink:href="${other}/xlink"><text y="20">xlink</text></a></svg>`,
        ['$outbound_link', `${other}/xlink`],
      ],
      [
        `<a href="${other}/sprite"><svg width="30" height="30"><defs><rect id="r" width="30" height="30"/></defs><use href="#r"/></svg></a>`,
        ['$outbound_link', `${other}/sprite`],
      ],
      [
        `<map name="m"><area shape="default" href="${other}/area"></map><img usemap="#m" width="30" height="30" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`,
        ['$outbound_link', `${other}/area`],
      ],
      [`<div class="host"></div>`, ['$outbound_link', `${other}/shadow`]],
      [
        `<a href="${other}/تجربة/😀">emoji</a>`,
        ['$outbound_link', `${other}/%D8%AA%D8%AC%D8%B1%D8%A8%D8%A9/%F0%9F%98%80`],
      ],
      [
        `<svg width="90" height="30"><a href="https://me:secret@other.test/svg#z"><text y="20">svg</text></a></svg>`,
        ['$outbound_link', `${other}/svg`],
      ],
      [
        `<svg width="90" height="30"><a href="//other.test/protocol"><text y="20">svg</text></a></svg>`,
        ['$outbound_link', 'http://other.test/protocol'],
      ],
      [
        `<svg width="90" height="30"><a href="b.zip"><text y="20">svg</text></a></svg>`,
        ['$file_download', '/dir/b.zip'],
      ],
      [`<a href="${other}/${'x'.repeat(2_000)}">long</a>`, ['$outbound_link', `${other}/${'x'.repeat(1_005)}`]],
      [`<a href="${other}/files/Report.PDF?v=2">file elsewhere</a>`, ['$file_download', `${other}/files/Report.PDF`]],
      [`<a href="../a.zip#top">file here</a>`, ['$file_download', '/a.zip']],
      [`<a href="/export" download="all.csv">download</a>`, ['$file_download', '/export']],
      ['<a class="made" download>made here</a>', ['$file_download', 'blob:']],
      ['<a href="data:text/plain,secret" download>holds what it gives</a>'],
      [`<a href="/report.pdf.html">no file</a>`],
      [`<a href="/about?file=a.pdf">file in query</a>`],
      [`<a href="/about">own host</a>`],
      [`<a href="#part">fragment</a>`],
      [`<a>no address</a>`],
      [`<a href="http://[">no URL</a>`],
      [`<svg width="90" height="30"><a href="http://["><text y="20">no URL</text></a></svg>`],
      [`<a href="mailto:a@other.test">mail</a>`],
      [`<a href="tel:123">phone</a>`],
      [`<a href="javascript:void 0">script</a>`],
      [`<button>no link</button>`],
    ];
    const shadow = `<script>for (const host of document.querySelectorAll('.host')) host.attachShadow({ mode: 'open' }).innerHTML = '<a href="${other}/shadow"><b>shadow</b></a>';
      document.querySelector('.made').href = URL.createObjectURL(new Blob(['text']));</script>`;
    const documented = readFileSync(join(import.meta.dirname, '../../../../docs/tracker.md'), 'utf8');
    const types = /or to a file \(([^)]+)\)/.exec(documented)?.[1]?.split(', ') ?? [];
    expect(types).toContain('pdf');
    for (const type of types)
      links.push([`<a href="${other}/a.${type}">${type}</a>`, ['$file_download', `${other}/a.${type}`]]);
    const body = links.map(([html], at) => `<div id="p${at}">${html}</div>`).join('') + shadow;
    const { url, page } = await visitBody(rig, workspace, body);
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    for (const at of links.keys()) {
      const innermost = page.locator(`#p${at} :is(a, b, i, button, use, text, img)`).last();
      await innermost.click();
    }
    await page.evaluate(() => window.footfall?.track('last'));
    await workspace.accepted(1, 'last');
    const expected = links.flatMap(([, one]) => (one ? [[one[0], one[1].replace(/^\//, `${url}/`)]] : []));
    expect(said(workspace)).toEqual([...expected, ['last', '']]);
    expect(problems).toEqual([]);
  });

  it('are counted when opened with the middle button or the keyboard, not with another button', async () => {
    const workspace = await rig.workspace();
    const { page } = await visitBody(rig, workspace, '<a href="https://other.test/">Other</a>');
    await page.click('a', { button: 'right' });
    // The button that goes back.
    await page.dispatchEvent('a', 'auxclick', { button: 3 });
    await page.click('a', { button: 'middle' });
    await page.focus('a');
    await page.keyboard.press('Enter');
    await workspace.accepted(2, '$outbound_link');
    await page.evaluate(() => window.footfall?.track('last'));
    await workspace.accepted(1, 'last');
    await expect(workspace.counted()).resolves.toMatchObject({ $outbound_link: 2 });
  });

  it('are counted even if the page is left, stays behind a new tab, or downloads a file', async () => {
    const workspace = await rig.workspace();
    rig.sites.serve('other.test', { '/': 'Other' });
    const { url } = rig.sites.serve('shop.test', {
      '/': workspace.page({
        body: '<a id="file" href="/a.pdf">File</a> <a id="blank" target="_blank">New tab</a> <a id="self">Away</a>',
      }),
      '/a.pdf': (_, response) => {
        response.writeHead(200, { 'content-disposition': 'attachment' }).end('text');
      },
    });
    const page = await rig.visit(`${url}/`);
    const away = new URL(url.replace('shop.test', 'other.test')).href;
    await page.evaluate((to) => {
      for (const id of ['blank', 'self']) document.getElementById(id)?.setAttribute('href', to);
    }, away);
    await Promise.all([page.waitForEvent('download'), page.click('#file')]);
    await Promise.all([page.context().waitForEvent('page'), page.click('#blank')]);
    await page.click('#self');
    await page.waitForURL(away);
    await workspace.accepted(3 + 2);
    expect(await workspace.counted()).toMatchObject({ $pageview: 1, $file_download: 1, $outbound_link: 2 });
  });

  it('are counted by name or action in the case of forms', async () => {
    const workspace = await rig.workspace();
    const forms: [html: string, name?: string][] = [
      ['<form id="signup" name="x"><button>1</button></form>', 'signup'],
      ['<form name="search"><input name="id"><button>2</button></form>', 'search'],
      ['<form action="../subscribe?token=secret"><input name="action"><button>3</button></form>', '/subscribe'],
      ['<form action="https://other.test/post?u=1"><button>4</button></form>', '/post'],
      ['<form method="post"><button>5</button></form>', '/dir/page'],
      ['<form id="stopped" onsubmit="event.stopPropagation(); return false"><button>6</button></form>', 'stopped'],
      ['<form action="http://["><button>13</button></form>'],
      ['<form id="invalid"><input required><button>7</button></form>'],
      ['<form id="not-submitted"><button type="button">8</button></form>'],
      ['<dialog open style="position:static"><form method="dialog"><button>9</button></form></dialog>'],
      ['<form id="match"><input name="matches"><select name="attributes"></select><button>10</button></form>', 'match'],
      [`<form id="${'x'.repeat(2_000)}"><button>12</button></form>`, 'x'.repeat(1_024)],
      ['<form-host></form-host>', 'in-shadow'],
    ];
    const shadow = `<script>document.querySelector('form-host').attachShadow({ mode: 'open' }).innerHTML = '<form id="in-shadow" onsubmit="return false"><button>11</button></form>';</script>`;
    const { page } = await visitBody(rig, workspace, forms.map(([html]) => html).join('') + shadow);
    const seen = noticed(page);
    for (const button of await page.locator('button').all()) {
      await button.click();
      await button.press('Enter');
    }
    await page.evaluate(() => window.footfall?.track('last'));
    await workspace.accepted(1, 'last');
    const expected = forms.flatMap(([, name]) =>
      name
        ? [
            ['$form_submit', name],
            ['$form_submit', name],
          ]
        : [],
    );
    expect(said(workspace)).toEqual([...expected, ['last', '']]);
    expect(seen).toEqual([]);
  });

  it('are counted by the action that <base> completes', async () => {
    const workspace = await rig.workspace();
    const body = '<base href="/app/"><form action="save"><button>1</button></form><form><button>2</button></form>';
    const { page } = await visitBody(rig, workspace, body);
    for (const button of await page.locator('button').all()) await button.click();
    await workspace.accepted(2, '$form_submit');
    expect(said(workspace)).toEqual([
      ['$form_submit', '/app/save'],
      ['$form_submit', '/dir/page'],
    ]);
  });

  it('are not counted with data-auto="false"', async () => {
    const workspace = await rig.workspace();
    const body = '<a href="https://other.test/">Other</a><form><button>Send</button></form>';
    const { page } = await visitBody(rig, workspace, body, { 'data-auto': 'false' });
    await page.click('a');
    await page.click('button');
    await page.evaluate(() => window.footfall?.track('last'));
    await workspace.accepted(1, 'last');
    await expect(workspace.counted()).resolves.toEqual({ last: 1 });
  });
});
