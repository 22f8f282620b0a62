import { chromium } from 'playwright-core';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const base = 'http://127.0.0.1:4710';
const out = '/tmp/wt-page/shots';
import { mkdirSync } from 'node:fs'; mkdirSync(out, { recursive: true });
const stateFile = '/tmp/wt-page/state.json';
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
if (process.argv[2] === 'login') {
  const ctx = await browser.newContext(); const page = await ctx.newPage();
  await page.goto(process.argv[3]); await page.locator('button.main').click(); await page.locator('.tile').first().waitFor();
  await ctx.storageState({ path: stateFile }); console.log('ok'); await browser.close(); process.exit();
}
// args: name path mode[light|dark|phone|phonedark] [script]
const modes = { light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } }, dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }, phone: { colorScheme: 'light', viewport: { width: 360, height: 740 } }, phonedark: { colorScheme: 'dark', viewport: { width: 360, height: 740 } } };
const jobs = JSON.parse(process.argv[2]);
for (const { name, path, mode = 'light', out: signedOut, full = true, run } of jobs) {
  const ctx = await browser.newContext({ ...modes[mode], locale: 'en-GB', reducedMotion: 'reduce', ...(signedOut ? {} : { storageState: stateFile }) });
  const page = await ctx.newPage();
  page.on('pageerror', (e) => console.log(name, 'ERR', String(e)));
  page.on('console', (m) => ['error'].includes(m.type()) && console.log(name, 'CONSOLE', m.text().slice(0, 200)));
  await page.goto(base + path); await page.waitForLoadState('networkidle'); await page.waitForTimeout(300);
  if (run) { await eval(`(async () => { ${run} })()`); await page.waitForTimeout(400); }
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: full }); await ctx.close();
}
await browser.close();
