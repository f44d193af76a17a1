import { describe, expect, it } from '@jest/globals';
import { PRESETS } from '../../src/agents/presets.js';
import { AgentChoiceError, commandFor, environmentFor, resolveAgent } from '../../src/agents/resolve.js';

describe('choosing an agent', () => {
  it.each(PRESETS.map(({ name }) => name))('knows %s, and gives it no prompt on the command line', (name) => {
    const agent = resolveAgent({ name });
    const { command, args } = commandFor(agent, '/tmp/prompt.md');
    expect(command).not.toMatch(/\s/);
    expect(args?.includes('/tmp/prompt.md')).toBe(agent.promptVia === 'file-argument');
    expect(agent.streams).toBe(agent.family !== 'text');
  });

  it('puts the model behind the agent’s own flag', () => {
    expect(resolveAgent({ name: 'codex', model: 'gpt-9' }).args?.slice(-2)).toEqual(['-m', 'gpt-9']);
    expect(resolveAgent({ name: 'claude', model: 'opus' }).args?.slice(-2)).toEqual(['--model', 'opus']);
  });

  it('takes a command line of the user’s own for the shell’s', () => {
    const agent = resolveAgent({ command: 'my-agent --fast | tee x' });
    expect(agent).toMatchObject({ name: 'custom', family: 'text', promptVia: 'stdin', streams: false });
    expect(commandFor(agent, 'p')).toEqual({ command: 'my-agent --fast | tee x' });
  });

  it('reads the output of an own command like that of the agent it is named after', () => {
    const agent = resolveAgent({ name: 'claude', command: 'in-a-box claude' });
    expect(agent).toMatchObject({ name: 'claude', family: 'claude', command: 'in-a-box claude', args: undefined });
  });

  it('lets the configuration change a preset and add agents', () => {
    const overrides = {
      claude: { command: 'claude-next' },
      mine: { command: 'mine', args: ['--file', '{promptFile}'], family: 'codex' as const },
    };
    expect(resolveAgent({ name: 'claude', overrides })).toMatchObject({ command: 'claude-next', family: 'claude' });
    expect(commandFor(resolveAgent({ name: 'mine', overrides }), 'p.md')).toEqual({
      command: 'mine',
      args: ['--file', 'p.md'],
    });
    expect(resolveAgent({ name: 'mine', overrides })).toMatchObject({ name: 'mine', family: 'codex', env: {} });
  });

  it.each([
    ['nothing', {}, /No agent is chosen.*claude, codex/],
    ['an unknown name', { name: 'hal' }, /no agent "hal"\. Known: claude.*aider, mine/],
    ['a name from Object', { name: 'constructor' }, /no agent "constructor"/],
    ['an empty command', { command: ' ' }, /empty/],
    ['a model beside a command', { command: 'x', model: 'm' }, /Write it into the command/],
    ['a model that has no place', { name: 'mine', model: 'm' }, /no flag for a model/],
    ['an agent without a command', { name: 'bare' }, /"bare" of the configuration has no command/],
  ])('refuses %s', (_name, choice, message) => {
    const overrides = { mine: { command: 'mine' }, bare: { family: 'text' as const } };
    expect(() => resolveAgent({ ...choice, overrides })).toThrow(AgentChoiceError);
    expect(() => resolveAgent({ ...choice, overrides })).toThrow(message);
  });

  it('adds the agent’s own environment and takes out what must not reach it', () => {
    const base = { PATH: '/bin', CLAUDECODE: '1' };
    expect(environmentFor(resolveAgent({ name: 'claude' }), base)).toEqual({ PATH: '/bin' });
    expect(environmentFor(resolveAgent({ name: 'goose' }), base)).toEqual({ ...base, GOOSE_MODE: 'auto' });
    expect(base).toEqual({ PATH: '/bin', CLAUDECODE: '1' });
  });
});
