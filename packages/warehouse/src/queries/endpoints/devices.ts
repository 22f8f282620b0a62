/** Devices: browsers, kinds of device and operating systems that sessions used. */
import { z } from 'zod';
import { defineQuery } from '../query.ts';
import { listParams, resolveList } from './list-params.ts';
import { fields } from './result-fields.ts';

export const devices = defineQuery({
  name: 'devices',
  summary: 'Browsers, device types and operating systems, by visitors.',
  params: z.object(listParams),
  result: z.strictObject({
    browsers: z
      .array(z.strictObject({ browser: fields.browser, count: fields.visitors }).meta({ id: 'BrowserEntry' }))
      .describe('Browsers, most visitors first.'),
    devices: z
      .array(z.strictObject({ device: fields.device, count: fields.visitors }).meta({ id: 'DeviceEntry' }))
      .describe('Device types, most visitors first.'),
    operatingSystems: z
      .array(z.strictObject({ os: fields.os, count: fields.visitors }).meta({ id: 'OperatingSystemEntry' }))
      .describe('Operating systems, most visitors first.'),
  }),
  cacheTtlSeconds: 600,
  resolve: resolveList,
  async run({ limit }, { scope, figures }) {
    const [browsers, kinds, systems] = await Promise.all([
      figures.list(scope, 'browser', limit),
      figures.list(scope, 'device', limit),
      figures.list(scope, 'os', limit),
    ]);
    return {
      browsers: browsers.map(({ value, uniques }) => ({ browser: value, count: uniques })),
      devices: kinds.map(({ value, uniques }) => ({ device: value, count: uniques })),
      operatingSystems: systems.map(({ value, uniques }) => ({ os: value, count: uniques })),
    };
  },
});
