import { createHash } from 'node:crypto';
import { nodeArguments, packageRoot } from '../own-program.js';
import { stateFolder } from '../paths.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a service manager is told to keep running for one state folder. */
export interface LoginService {
  /** `ralph`, or `ralph-<8 hex>` for a state folder that the environment names. */
  name: string;
  state: string;
  /** Absolute path of the program, and its arguments. */
  command: string[];
  workingDirectory: string;
  environment: Record<string, string>;
}

/**
 * Service managers start with hardly any environment. Nothing secret is among these: an API key belongs into a profile,
 * which TEMPORAL_CONFIG_FILE and TEMPORAL_PROFILE name.
 */
const carried = [
  'PATH',
  'LANG',
  'RALPH_STATE_DIR',
  'RALPH_CACHE_DIR',
  'XDG_STATE_HOME',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_PROFILE',
  'TEMPORAL_CONFIG_FILE',
];

/** The service of the state folder that the environment means: `ralph up --foreground` with that environment. */
export function loginService(env: Environment): LoginService {
  const state = stateFolder(env);
  const suffix = createHash('sha256').update(state).digest('hex').slice(0, 8);
  const entries = carried.map((name) => [name, env[name]] as const);
  return {
    name: env['RALPH_STATE_DIR'] ? `ralph-${suffix}` : 'ralph',
    state,
    command: [process.execPath, ...nodeArguments('client'), 'up', '--foreground'],
    workingDirectory: packageRoot,
    environment: Object.fromEntries(entries.filter((entry): entry is [string, string] => Boolean(entry[1]))),
  };
}
