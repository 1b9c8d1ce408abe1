// What browsers have and the type checker's libraries have not yet.

interface JSON {
  /** The proposal "JSON.parse source text access"; undefined in browsers without it. */
  rawJSON?(text: string): unknown;
  isRawJSON?(value: unknown): boolean;
  parse(text: string, reviver: (key: string, value: any, context: { source: string }) => any): any;
}
