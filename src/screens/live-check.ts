/** Live checks: a field that was left with a valid value is looked up; what the service says lands on the field. */
import { useEffect, useRef } from 'react';
import { type Result, succeeded } from '../engine/flow.ts';
import { cleanValue } from '../engine/form-schema.ts';
import type { FormField, PageCall } from '../engine/pack.ts';
import { shownFields } from './page.ts';
import { type CheckState, heldBy, leaveField } from './page-model.ts';
import { callGuarded, failureOf } from './run-event.ts';
import type { Screening } from './screening.ts';
import { faultsOf } from './validate.ts';

/** Gives the function that tells that a field was left. */
export function useLiveCheck({ page }: Screening): (field: string) => void {
  const { model, world } = page;
  const cancel = useRef<Readonly<Record<string, () => void>>>({});

  useEffect(() => {
    return () => {
      for (const stop of Object.values(cancel.current)) stop();
    };
  }, []);

  const setCheck = (field: string, check: CheckState): void =>
    model.set(({ checks }) => ({ checks: { ...checks, [field]: check } }));

  const look = async (field: FormField, value: unknown): Promise<void> => {
    const { pack } = model.get();
    const stillThere = (): boolean => model.get().pack === pack && model.get().values[field.id] === value;
    if (!stillThere()) return;
    setCheck(field.id, 'checking');
    let result: Result | undefined;
    let body: PageCall['body'];
    for (const check of field.checks ?? []) {
      const call = pack.calls[check.call];
      if (call === undefined) break;
      body = { ...call.body, ...check.with };
      result = await callGuarded(page, check.call, call, {
        ...(check.with && { with: check.with }),
        // A captcha is offered to who is not busy with something else.
        get quiet() {
          return model.get().captcha !== undefined || heldBy(model.get()) !== undefined;
        },
      });
      if (!stillThere()) return;
      if (!succeeded(result)) break;
    }
    if (result === undefined || succeeded(result)) {
      setCheck(field.id, 'passed');
      return;
    }
    const failure = failureOf(page, result, body);
    // Anything but a verdict on the value (offline, too many checks) is no fault of the value: sending the form will tell.
    if (failure.field !== field.id) {
      setCheck(field.id, 'unchecked');
      return;
    }
    setCheck(field.id, 'failed');
    model.set(({ fieldFailures }) => ({ fieldFailures: { ...fieldFailures, [field.id]: failure } }));
  };

  return (id) => {
    leaveField(model, id);
    const state = model.get();
    const field = shownFields(page, state).find((each) => each.id === id);
    const value = state.values[id];
    if (field?.checks === undefined || cleanValue(field, value) === undefined) return;
    if (!['unchecked', undefined].includes(state.checks[id]) || state.fieldFailures[id] !== undefined) return;
    if (faultsOf(page, state).some((fault) => fault.field === id)) return;
    cancel.current[id]?.();
    const wait = state.pack.calls[field.checks[0]?.call ?? '']?.guard?.debounce ?? 0;
    cancel.current = { ...cancel.current, [id]: world.clock.after(wait, () => void look(field, value)) };
  };
}
