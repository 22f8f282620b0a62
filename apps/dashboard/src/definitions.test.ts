import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionSources } from './words/definitions.ts';
import { extractDefinitions } from '../build/definitions.ts';

const metrics = readFileSync(join(__dirname, '../../../docs/metrics.md'), 'utf8');

describe('definitions', () => {
  it('come from docs/metrics.md, one for every figure', () => {
    const definitions = extractDefinitions(metrics);
    expect(Object.keys(definitions)).toEqual(Object.keys(definitionSources));
    for (const text of Object.values(definitions)) expect(text).toMatch(/^[A-Z0-9].{8,}[.!?]$/);
    expect(definitions['visitors']).toBe('Visitors with at least one event of any type in the range.');
  });

  it('are named in the error if they are missing', () => {
    expect(() => extractDefinitions(metrics.replace('`bounceRate`', '`rate`'))).toThrow(/bounceRate under "Overview"/);
  });
});
