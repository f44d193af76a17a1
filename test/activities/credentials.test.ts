/** What must not get into history is found, and honest text is not. */
import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCredentials } from '../../src/activities/credentials.js';

const added = (text: string, path = 'settings.ini') =>
  [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`, `@@ -6,0 +7,${text.split('\n').length} @@`]
    .concat(text.split('\n').map((line) => `+${line}`))
    .join('\n');

/** In pieces, so that this file holds none. */
const credentials = [
  ['AKIA', 'Q4XN7ZKD2PLW6TRB', /AWS/],
  ['gh', 'p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8', /GitHub/],
  ['glp', 'at-a1B2c3D4e5F6g7H8i9J0', /GitLab/],
  ['xox', 'b-123456789012-1234567890123-abcdefghijklmnopqrstuvwx', /slack/i],
  ['AIz', 'aSyA1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6Q', /Google/],
  ['np', 'm_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8', /npm/],
  ['sk_', 'live_a1B2c3D4e5F6g7H8i9J0k1L2', /Stripe/],
  ['postgres://app:', 'k8Fq2ZpW7u@db.acme-corp.io:5432/app', /PostgreSQL/],
] as const;

test.each(credentials)('%s… is found', async (head, tail, what) => {
  const found = await findCredentials(added(`first\nkey = "${head}${tail}"`));
  expect(found[0]).toMatchObject({ path: 'settings.ini', line: 8, what: expect.stringMatching(what) as unknown });
  expect(JSON.stringify(found)).not.toContain(tail);
});

describe('a private key', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ralph-keys-'));
  const make = (type: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-m', 'PEM', '-f', join(folder, type)]);
    return readFileSync(join(folder, type), 'utf8');
  };

  test.each(['ed25519', 'ecdsa', 'rsa'])('of the type %s is found, as a file and in JSON', async (type) => {
    const key = make(type);
    expect(await findCredentials(added(key, 'id'))).not.toEqual([]);
    expect(await findCredentials(added(JSON.stringify({ key }), 'key.json'))).not.toEqual([]);
    rmSync(join(folder, type));
  });

  test('that is only talked about is none', async () => {
    expect(await findCredentials(added(`Begins with -----BEGIN RSA PRIVATE ${'KEY'}-----, then base64.`))).toEqual([]);
  });
});

test.each([
  'DATABASE_URL=postgresql://postgres:s3cretPw9@db:5432/app',
  'DATABASE_URL=mysql://root:Zk39fjQw1@127.0.0.1/app',
  "fetch('https://user:pa55word@example.com/')",
  'curl http://me:pa55word@localhost:8080/',
  '"integrity": "sha512-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/abcdefghijklmnopqrstuv=="',
])('honest text: %s', async (text) => {
  expect(await findCredentials(added(text))).toEqual([]);
});

test('removed lines do not count', async () => {
  const [head, tail] = credentials[1];
  expect(await findCredentials(added('x').replace('+x', `-${head}${tail}`))).toEqual([]);
});

test('a comment can not switch the scan off', async () => {
  const [head, tail] = credentials[1];
  expect(await findCredentials(added(`# secretlint-disable\n${head}${tail}`))).toHaveLength(1);
});

test('this repository with its lock file is clean', async () => {
  const diff = execFileSync(
    'git',
    [
      'diff',
      '--unified=0',
      execFileSync('git', ['hash-object', '-t', 'tree', '/dev/null'], { encoding: 'utf8' }).trim(),
      'HEAD',
      '--',
      ':!test',
    ],
    {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const before = process.memoryUsage().rss;
  expect(await findCredentials(diff)).toEqual([]);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
}, 60_000);

test('a thousand files are scanned in a moment, and nothing of them is kept', async () => {
  const diff = Array.from({ length: 1_000 }, (_, index) => added(`x = ${index}`, `${index}.ini`)).join('\n');
  const marksBefore = performance.getEntriesByType('mark').length;
  const startedAt = Date.now();
  expect(await findCredentials(diff)).toEqual([]);
  expect(Date.now() - startedAt).toBeLessThan(20_000);
  expect(performance.getEntriesByType('mark').length).toBe(marksBefore);
}, 60_000);
