/** Something is under way; decorative: what waits says so in words or by `aria-busy`. */
export function Spinner() {
  return (
    <svg className="spinner" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
