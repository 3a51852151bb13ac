/** What is the operator's to put right: its sentence says what to do, and no stack is shown. */
export class PlainError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PlainError';
  }
}
