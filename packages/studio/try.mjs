import { startStudio } from './dist/checked/testing/studio-pages.js';

const s = await startStudio('avatar');
console.log(s.url);
try {
  const { page, watch } = await s.open('/');
  await page.waitForSelector('anima-avatar');
  await page.locator('textarea').click();
  await page.waitForTimeout(2500);
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => document.querySelector('.heard-text mark') !== null, null, {
    timeout: 20000,
  });
  await page.waitForTimeout(900);
  await page.screenshot({ path: '/tmp/S-try/speak.png' });
  console.log(await page.locator('form [role=status]').textContent(), watch);
  await page.waitForTimeout(3000);
  for (const p of ['/render', '/script', '/queue', '/catalog', '/settings', '/backups']) {
    const o = await s.open(p, { theme: 'dark' });
    await o.page.waitForSelector('h1');
    await o.page.waitForTimeout(700);
    await o.page.screenshot({ path: `/tmp/S-try/a${p.slice(1)}.png` });
    console.log(p, o.watch);
    await o.page.close();
  }
  const o = await s.open('/', { width: 390 });
  await o.page.waitForSelector('anima-avatar');
  await o.page.waitForTimeout(2500);
  await o.page.screenshot({ path: '/tmp/S-try/speak390.png', fullPage: true });
} finally {
  await s.close();
}
