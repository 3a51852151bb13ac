/** The built-in captcha's dialog: a proof of work that the browser does when asked to. One button, no pointer needed. */
import { useState } from 'react';
import { Alert } from '../theme/alert.tsx';
import { Button } from '../theme/button.tsx';
import { Dialog } from '../theme/dialog.tsx';
import { Text } from '../theme/text.tsx';
import type { Challenge } from './captcha-solver.ts';
import { useScreening } from './use-screening.ts';

type Phase = 'idle' | 'checking' | 'failed';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function CaptchaDialog() {
  const { session, state, text } = useScreening();
  const [phase, setPhase] = useState<Phase>('idle');
  const { world, shell } = session;
  const request = state.captcha;

  /** A fresh challenge each time: one that was tried before is worth nothing. */
  const start = async (): Promise<void> => {
    const call = shell.services.captcha;
    if (call === undefined || request === undefined) return;
    setPhase('checking');
    try {
      const result = await world.http.send({
        method: call.method,
        path: call.path,
        headers: {},
        body: {},
        timeoutSeconds: shell.line.limits.requestSeconds,
      });
      if (result.kind !== 'answer' || result.code !== 200) throw new Error('No challenge.');
      const { challenge, captchaAppId } = result.data;
      if (!isRecord(challenge)) throw new Error('No challenge.');
      const { solve } = await import('./captcha-solver.ts');
      const solved = await solve(challenge as unknown as Challenge);
      setPhase('idle');
      request.answer({ ...solved, captchaAppId: String(captchaAppId ?? '') });
    } catch {
      setPhase('failed');
    }
  };
  const close = (): void => {
    setPhase('idle');
    request?.answer(undefined);
  };
  return (
    <Dialog
      open={request !== undefined}
      title={text('captcha.title')}
      closeText={text('captcha.close')}
      onClose={close}
    >
      <Text tone="plain">{text('captcha.text')}</Text>
      {phase === 'failed' && <Alert tone="error">{text('captcha.failed')}</Alert>}
      <Button look="primary" pending={phase === 'checking'} onClick={() => void start()}>
        {text(phase === 'failed' ? 'captcha.retry' : 'captcha.action')}
      </Button>
      <p role="status">{phase === 'checking' ? text('captcha.checking') : ''}</p>
    </Dialog>
  );
}
