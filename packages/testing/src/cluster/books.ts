/** The data in the warehouse, read from the server itself and not through the product. */
import { requestClickHouse, until } from '@footfall/test-servers';
import { compare, type Findings, type StoredEvent } from '../kill/checker.ts';

/** The address of the warehouse. */
interface WarehouseAddress {
  CLICKHOUSE_URL: string;
  CLICKHOUSE_DATABASE: string;
}

/** Returns the differences between the acknowledged and the stored events of a workspace, once everything is there, or after `waitMsMax`. */
export async function reckon(
  address: WarehouseAddress,
  workspaceId: string,
  acknowledged: ReadonlySet<string>,
): Promise<Findings> {
  const areStored = async () => {
    const counting = `SELECT toString(uniqExact(id)) AS ids ${events(address, workspaceId)}`;
    const [counted] = await readWarehouse<{ ids: string }>(address, counting).catch(() => []);
    return Number(counted?.ids) >= acknowledged.size;
  };
  // After the deadline, the differences name the missing events.
  await until(areStored).catch(() => {});
  return reckonNow(address, workspaceId, acknowledged);
}

/** Returns the differences between the acknowledged events of a workspace and those that are stored now. */
export async function reckonNow(
  address: WarehouseAddress,
  workspaceId: string,
  acknowledged: ReadonlySet<string>,
): Promise<Findings> {
  const listing = `SELECT toString(id) AS id, partition, toString(offset) AS offset ${events(address, workspaceId)}`;
  return compare(acknowledged, await readWarehouse<StoredEvent>(address, listing));
}

function events({ CLICKHOUSE_DATABASE }: WarehouseAddress, workspaceId: string): string {
  return `FROM ${CLICKHOUSE_DATABASE}.events WHERE workspace_id = '${workspaceId}'`;
}

async function readWarehouse<Row>({ CLICKHOUSE_URL }: WarehouseAddress, sql: string): Promise<Row[]> {
  const text = await requestClickHouse(CLICKHOUSE_URL, sql, { default_format: 'JSONEachRow' });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
