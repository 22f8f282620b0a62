/** A bench, a server on it and two workspaces, for all tests of a file. */
import { type Bench, openBench, type Served, type Tenant, type Wishes } from './serve.fixture.ts';

export interface SharedBench {
  readonly bench: Bench;
  readonly served: Served;
  readonly tenant: Tenant;
  readonly other: Tenant;
  /** A header with the tenant's public key. */
  readonly key: Readonly<Record<string, string>>;
}

/** Opens them before the first test, and closes them after the last; each test begins with nothing taken. What it returns can be used in tests only. */
export function sharedBench(wishes: Wishes = {}): SharedBench {
  let opened: SharedBench | undefined;
  const rig = (): SharedBench => {
    if (!opened) throw new Error('The bench is open in tests only');
    return opened;
  };
  beforeAll(async () => {
    const bench = await openBench();
    const served = await bench.serve(wishes);
    const tenant = await bench.tenant();
    const key = { 'X-API-Key': tenant.publicKey };
    opened = { bench, served, tenant, other: await bench.tenant(), key };
  });
  afterAll(() => opened?.bench.close());
  afterEach(() => rig().bench.taken());
  return {
    get bench() {
      return rig().bench;
    },
    get served() {
      return rig().served;
    },
    get tenant() {
      return rig().tenant;
    },
    get other() {
      return rig().other;
    },
    get key() {
      return rig().key;
    },
  };
}
