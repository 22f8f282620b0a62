/** The settings in infra/clickhouse, by the part of the engine that defines them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../child-process.ts';

const element = /<(\w+)>[^<]+<\/\1>/g;

/** Returns names of settings, by the system table that lists all settings of that kind. */
export function engineSettings(): Record<string, string[]> {
  const server = readXml('config.d').replace(/<logger>.*<\/logger>/s, '');
  const [mergeTree = ''] = /<merge_tree>.*<\/merge_tree>/s.exec(server) ?? [];
  return {
    'system.server_settings': names(server.replace(mergeTree, '')),
    'system.merge_tree_settings': names(mergeTree),
    'system.settings': names(readXml('users.d')),
  };
}

function readXml(folder: string): string {
  const text = readFileSync(join(root, 'infra/clickhouse', folder, 'footfall.xml'), 'utf8');
  return text.replace(/<!--.*?-->/gs, '');
}

function names(xml: string): string[] {
  return [...xml.matchAll(element)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
