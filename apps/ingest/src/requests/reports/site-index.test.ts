import { workspacesOfPage } from './site-index.ts';

const site = (workspaceId: string, domain: string | null, allowedOrigins: readonly string[] = []) => ({
  workspaceId,
  domain,
  allowedOrigins,
});

describe('a page without a valid key', () => {
  const sites = [
    site('ws_shop', 'shop.test'),
    site('ws_blog', null, ['blog.test:8080', '*.blog.test']),
    site('ws_both', 'shop.test', ['*.example']),
    site('ws_any', null),
    site('ws_wide', null, ['*.test', '*.shop.test:8443']),
  ];

  it.each([
    ['https://shop.test', ['ws_shop', 'ws_both']],
    ['https://www.shop.test', ['ws_shop', 'ws_both']],
    ['http://blog.test:8080', ['ws_blog']],
    ['http://blog.test', ['ws_wide']],
    ['https://www.shop.test:8443', ['ws_shop', 'ws_both']],
    ['https://a.b.blog.test', ['ws_blog']],
    ['https://notshop.test', ['ws_wide']],
    ['https://notshop.example.org', []],
    ['https://example', []],
    ['null', []],
    ['not an origin', []],
    [undefined, []],
  ])('belongs to the workspaces that name its host most specifically: %s to %j', (origin, expected) => {
    expect(workspacesOfPage(origin, sites)).toEqual(expected);
  });

  it('belongs to the only workspace, whatever its host', () => {
    expect(workspacesOfPage('http://localhost:3000', [site('ws_only', 'shop.test')])).toEqual(['ws_only']);
    expect(workspacesOfPage(undefined, [site('ws_only', null)])).toEqual([]);
    expect(workspacesOfPage('http://localhost:3000', [])).toEqual([]);
  });

  it('is reported to few of the workspaces that share its host', () => {
    const shared = Array.from({ length: 50 }, (_, index) => site(`ws_${index}`, 'shop.test'));
    expect(workspacesOfPage('https://shop.test', shared)).toHaveLength(5);
  });
});
