/** The visitors of events that are sent to the ingest server. */
import type { Pipeline } from '../pipeline/pipeline.ts';
import { chrome } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';
import { custom, verdictsOf } from './verdicts.fixture.ts';

const shared = sharedRig({ settings: { TRUST_PROXY: 'loopback' } });
const { send, reasonOfSecret } = verdictsOf(shared);

describe('the visitor', () => {
  const visitorOf = async (headers: Record<string, string>) => {
    await send(custom, headers);
    const [event] = await shared.rig.taken();
    return event?.visitorId;
  };

  it('E21 is distinguished by the address from a trusted proxy, not by earlier ones', async () => {
    const one = await visitorOf({ 'X-Forwarded-For': '192.0.2.1' });
    const two = await visitorOf({ 'X-Forwarded-For': '192.0.2.2' });
    const spoofed = await visitorOf({ 'X-Forwarded-For': '192.0.2.2, 198.51.100.7, 192.0.2.1' });
    expect(one).not.toBe(two);
    expect(spoofed).toBe(one);
  });

  it('E21 is accepted with an invalid address, or a hundred of them', async () => {
    for (const forwardedFor of ['garbage', 'fe80::1%eth0', Array.from({ length: 100 }, () => '10.0.0.1').join()]) {
      expect(await visitorOf({ 'X-Forwarded-For': forwardedFor })).toMatch(/^[0-9a-f]{16}$/);
    }
  });

  it('A30 has no address in the reasons that the workspace is shown', async () => {
    const { message } = await reasonOfSecret({ ...custom, ip: '192.0.2.77:80' });
    expect(message).toBe('ip must be an IPv4 or IPv6 address, got "192.0.2.77:80"');
    const isReported = async () =>
      (await shared.rig.state.reports.recent(shared.tenant.workspaceId)).join('').includes('IPv6');
    while (!(await isReported())) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await shared.rig.state.reports.recent(shared.tenant.workspaceId)).join('')).not.toContain('192.0.2.77');
  });

  it('is determined by the user agent and address that a server sends with a secret key', async () => {
    const server = { 'X-API-Key': shared.tenant.secretKey, 'User-Agent': 'curl/8' };
    const of = (ip: string) => ({ ...custom, ip, userAgent: chrome });
    expect((await send({ events: [of('192.0.2.1'), of('192.0.2.2'), of('192.0.2.1')] }, server)).status).toBe(202);
    const [first, second, third] = await shared.rig.taken();
    expect(first?.browser).toBe('Chrome');
    expect(first?.visitorId).toBe(third?.visitorId);
    expect(first?.visitorId).not.toBe(second?.visitorId);
  });
});

describe('old salts', () => {
  it('are deleted when the app starts, before any request', async () => {
    const forgetOldSalts = jest.fn(async () => undefined);
    const pipeline: Pipeline = { enrich: () => Promise.resolve([]), forgetOldSalts };
    await shared.rig.serve({ pipeline });
    expect(forgetOldSalts).toHaveBeenCalled();
    expect(await shared.rig.taken()).toEqual([]);
  });
});
