/** The part of mailparser that tests use; the package has no declarations. */
declare module 'mailparser' {
  export interface ParsedMail {
    readonly subject?: string;
    readonly from?: { readonly text: string };
    readonly messageId?: string;
    readonly text?: string;
    readonly html?: string | false;
  }
  export function simpleParser(source: NodeJS.ReadableStream): Promise<ParsedMail>;
}
