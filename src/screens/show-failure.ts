import { actions } from '../actions/actions.ts';
import type { Failure } from '../engine/failures.ts';
import { actionContext } from './action-context.ts';
import { loadNotices } from './bundles.ts';
import { focusControl } from './focus.ts';
import { spendCode } from './memory.ts';
import { goTo } from './navigate.ts';
import type { Page } from './page.ts';
import { when } from './page-model.ts';
import { report } from './report.ts';

/** Shows a failure as its entry says. */
export async function showFailure(page: Page, failure: Failure): Promise<void> {
  const { model } = page;
  const { entry } = failure;
  const { requestId: _, ...params } = failure.params;
  model.set({ failureFlags: params });
  const context = actionContext(page);
  if (entry.clears !== undefined) context.forgetFields(entry.clears);
  if (entry.timer !== undefined) actions['start-countdown']({ action: 'start-countdown', timer: entry.timer }, context);
  if (failure.unknown) report(page, 'unknown-error', { code: failure.code, ...failure.params });
  // The screen that it leads to tells it; where that cannot be had, this one does.
  if (entry.go !== undefined && (await goTo(page, entry.go))) return;
  const { field, spent } = failure;
  if (spent !== undefined) spendCode(page, spent);
  if (field !== undefined) {
    model.set(({ fieldFailures }) => ({ fieldFailures: { ...fieldFailures, [field]: failure } }));
    focusControl(field);
  } else {
    const { pack } = model.get();
    // Where its own view cannot be had, it stands above the form.
    const shows =
      failure.shows === 'alert'
        ? 'alert'
        : await loadNotices().then(
            () => failure.shows,
            () => 'alert' as const,
          );
    if (model.get().pack === pack) model.set({ failure: { ...failure, shows }, said: undefined });
  }
  if (failure.concerns !== undefined) focusControl(failure.concerns);
}

/** Shows a failure; while another form is shown than the one that it is about, not before the visitor is back there. */
export async function showThere(page: Page, failure: Failure, form?: string): Promise<void> {
  const { model } = page;
  const { pack } = model.get();
  const isThere = (): boolean => form === undefined || model.get().form === form;
  const show = async (): Promise<void> => {
    if (model.get().pack === pack) await showFailure(page, failure);
  };
  if (isThere()) await show();
  else void when(model, () => isThere() || model.get().pack !== pack).then(show);
}
