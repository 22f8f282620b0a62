/** A product in this process, and the command line next to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import { footfall as runFootfall, type Outcome } from './program.fixture.ts';

export const adminToken = 'let-me-in-please';

/** Starts the product for all tests of a suite. */
export function withProduct() {
  let directory: string;
  let product: Product;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'footfall-cli-'));
    product = await startProduct({ DATA_DIR: directory, ADMIN_TOKEN: adminToken });
  });
  afterAll(async () => {
    await product.stop();
    rmSync(directory, { recursive: true });
  });

  /** Runs `footfall` with `args` next to the product. */
  function footfall(args: string, environment: Record<string, string> = {}): Promise<Outcome> {
    return runFootfall(args, {
      DATA_DIR: directory,
      INGEST_PORT: new URL(product.ingestUrl).port,
      API_PORT: new URL(product.apiUrl).port,
      ...environment,
    });
  }

  async function json(args: string, environment: Record<string, string> = {}): Promise<Record<string, string>> {
    const { status, stdout, stderr } = await footfall(`${args} --json`, environment);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  /** Creates a workspace and a secret key for it. */
  async function tenant(): Promise<{ workspaceId: string; key: string }> {
    const { workspaceId = '' } = await json('workspaces create Test');
    const { key = '' } = await json(`keys create ${workspaceId} --type secret`);
    return { workspaceId, key };
  }

  async function read(name: string, key: string): Promise<Record<string, unknown>> {
    await product.drain();
    return readAtOnce(name, key);
  }

  /** Returns the current response of the API, even if not every accepted event is stored. */
  async function readAtOnce(name: string, key: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${product.apiUrl}/api/v1/analytics/${name}`, { headers: { 'X-API-Key': key } });
    return Object(await response.json());
  }

  return {
    footfall,
    json,
    tenant,
    read,
    readAtOnce,
    get product() {
      return product;
    },
    get directory() {
      return directory;
    },
  };
}
