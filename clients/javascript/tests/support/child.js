import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The folder of the kit, where `mock-api-testing` is found by its own name. */
export const KIT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs Node, in the kit's folder unless said otherwise; gives its exit code and all that it printed. */
export async function node(options, variables = {}, cwd = KIT) {
  const { NODE_TEST_CONTEXT, ...environment } = process.env;
  const child = spawn(process.execPath, options, { cwd, env: { ...environment, ...variables } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => { output += text; });
  const [code] = await once(child, 'close');
  return { code, output };
}

/** Runs a module's text. */
export const script = (text, variables) => node(['--input-type=module', '--eval', text], variables);
