/** Fills a form in as somebody would. It asks the page what its fields are for, so no screen is named. */
import type { Locator, Page } from 'playwright-core';

const SECRET = 'Studio2026pass';

/** What stands in fields by their `autocomplete`. */
const VALUES: Readonly<Record<string, string>> = {
  'current-password': SECRET,
  'new-password': SECRET,
  'one-time-code': '482915',
  email: 'lab@studio.example',
  username: 'render_lab',
};
const OTHERWISE = '3f0c8a52-6d1e-4b7a-9c25-8e4f1a7d6b03';

/** A number that the area chosen in the form has. */
async function phoneIn(form: Locator): Promise<string> {
  const area = await form.locator('.area-button').first().textContent({ timeout: 1000 });
  return area?.includes('+86') ? '13912342468' : '2025550143';
}

async function fill(form: Locator, input: Locator): Promise<void> {
  if (!(await input.isEditable())) return;
  const type = await input.getAttribute('type');
  if (type === 'checkbox') await input.setChecked(true);
  else if (type === 'radio') {
    const name = await input.getAttribute('name');
    if ((await form.locator(`input[name="${name}"]:checked`).count()) === 0) await input.setChecked(true);
  } else {
    const purpose = (await input.getAttribute('autocomplete')) ?? '';
    await input.fill(purpose.startsWith('tel') ? await phoneIn(form) : (VALUES[purpose] ?? OTHERWISE));
  }
}

/** @param but fields that are left as they are */
export async function fillIn(tab: Page, but = ':not(*)'): Promise<void> {
  const form = tab.locator('main form, form').first();
  for (const input of await form.locator(`input:visible:not(${but})`).all()) await fill(form, input);
  for (const select of await form.locator('select:visible').all()) await select.selectOption({ index: 1 });
}
