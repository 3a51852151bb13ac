import { Icon } from '../theme/icon.tsx';
import { Spinner } from '../theme/spinner.tsx';
import type { Check, FormContext } from './context.ts';

/** What a live check says of the control beside it, in a sign and in words for those who do not see it. */
export function CheckSign({ form, check }: { readonly form: FormContext; readonly check: Check }) {
  return (
    <>
      {check === 'checking' && <Spinner />}
      {check === 'passed' && <Icon name="check" />}
      <span className="unseen" role="status">
        {check === 'checking' || check === 'passed' ? form.text(`widgets.check.${check}`) : ''}
      </span>
    </>
  );
}
