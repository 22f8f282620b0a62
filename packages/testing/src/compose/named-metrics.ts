/** The metrics in the Grafana dashboard and the alerts, and those that a process exposes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../child-process.ts';

const metric = /\b(?:footfall|process|nodejs)_\w+/g;
/** The series of a histogram have its name with one of these suffixes. */
const seriesEnding = /_(bucket|sum|count)$/;

interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}

/** Returns every metric that a panel of the dashboard or an alert uses. */
export function namedMetrics(): Set<string> {
  const texts = [...panelExpressions(), read('infra/prometheus/alerts.yml')];
  return new Set(texts.flatMap((text) => text.match(metric) ?? []).map((name) => name.replace(seriesEnding, '')));
}

/** Returns the queries of the dashboard's panels. */
export function panelExpressions(): string[] {
  const dashboard = JSON.parse(read('infra/grafana/dashboards/footfall.json')) as Dashboard;
  return dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Returns the metrics that a response of `/metrics` declares. */
export function shownMetrics(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+)/gm)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
