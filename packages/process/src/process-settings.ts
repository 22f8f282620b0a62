/** Reads the settings of a server process, and starts its log. */
import { z } from 'zod';
import { type Environment, loadSettings, mustShowing } from './settings.ts';
import { type Logger, logLevels } from './telemetry.ts';
import { describeUnknown } from './unknown-settings.ts';
import { version } from './version.ts';

/** The settings that every server process has in addition to those of its parts. */
const logSettings = z.object({
  LOG_LEVEL: z.enum(logLevels, mustShowing(`must be one of ${logLevels.join(', ')}`)).default('info'),
});

/** Returns the settings of `schema`. Sets the level of `logger`, logs the version, and warns of names that resemble a setting. Throws a StartError like `loadSettings`. */
export function startWithSettings<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
  logger: Logger,
): z.output<Schema> {
  logger.level = loadSettings(logSettings, environment).LOG_LEVEL;
  logger.info({ version, node: process.version }, `Footfall ${version} is starting`);
  const known = [...Object.keys(schema.shape), ...Object.keys(logSettings.shape)];
  for (const warning of describeUnknown(environment, known)) logger.warn(warning);
  return loadSettings(schema, environment);
}
