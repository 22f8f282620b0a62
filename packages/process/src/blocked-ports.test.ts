/** Ports that browsers block. */
import { blockedPorts } from './blocked-ports.ts';

describe('blockedPorts', () => {
  it('contains the ports that fetch refuses', async () => {
    const refusals = [...blockedPorts].map((port) => fetch(`http://127.0.0.1:${port}`).catch(({ cause }) => cause));
    const causes = (await Promise.all(refusals)).map(String);
    expect(new Set(causes)).toEqual(new Set(['Error: bad port']));
  });

  it.each([4000, 4001, 4002, 80, 443, 8080])('does not contain %i', (port) => {
    expect(blockedPorts.has(port)).toBe(false);
  });
});
