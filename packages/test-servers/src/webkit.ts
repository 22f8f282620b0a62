/** A real WebKit, the engine of Safari: WebKitGTK, driven over WebDriver, on a display in memory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { freePort } from './free-port.ts';
import { until, waitMsMax } from './until.ts';

export interface WebKit {
  /** One window, whose page can be left for another. */
  readonly driver: WebDriver;
  close(): Promise<void>;
}

/** The programs that `launchWebKit` runs, for `describeWithPrograms`. */
export const webkitPrograms = ['WebKitWebDriver', 'Xvfb'] as const;

/** Opens a window of a browser without history. */
export async function launchWebKit(): Promise<WebKit> {
  const home = await mkdtemp(join(tmpdir(), 'footfall-webkit-'));
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(Object(display.stdio[3]), 'data');
  const port = await freePort();
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      DISPLAY: `:${String(number).trim()}`,
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const driver = await new Builder().usingServer(url).withCapabilities({ browserName: 'MiniBrowser' }).build();
  await driver.manage().setTimeouts({ pageLoad: waitMsMax, script: waitMsMax });
  return {
    driver,
    async close() {
      await driver.quit();
      await end(server);
      await end(display);
      await rm(home, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
