/** A rig, a server on it and two workspaces, for all tests of a file. */
import { type Rig, openRig, type Served, type Tenant, type Wishes } from './serve.fixture.ts';

export interface SharedRig {
  readonly rig: Rig;
  readonly served: Served;
  readonly tenant: Tenant;
  readonly other: Tenant;
  /** A header with the tenant's public key. */
  readonly key: Readonly<Record<string, string>>;
}

/** Opens them before the first test, closes them after the last, and discards the published events after each test. The result can be used in tests only. */
export function sharedRig(wishes: Wishes = {}): SharedRig {
  let opened: SharedRig | undefined;
  const shared = (): SharedRig => {
    if (!opened) throw new Error('The rig is open in tests only');
    return opened;
  };
  beforeAll(async () => {
    const rig = await openRig();
    const served = await rig.serve(wishes);
    const tenant = await rig.tenant();
    const key = { 'X-API-Key': tenant.publicKey };
    opened = { rig, served, tenant, other: await rig.tenant(), key };
  });
  afterAll(() => opened?.rig.close());
  afterEach(() => shared().rig.taken());
  return {
    get rig() {
      return shared().rig;
    },
    get served() {
      return shared().served;
    },
    get tenant() {
      return shared().tenant;
    },
    get other() {
      return shared().other;
    },
    get key() {
      return shared().key;
    },
  };
}
