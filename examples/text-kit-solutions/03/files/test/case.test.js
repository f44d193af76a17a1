import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camelCase, kebabCase, snakeCase } from '../src/index.js';

for (const source of ['userName', 'user-name', 'user_name', 'User name', ' User, name! ']) {
  test(`reads "${source}"`, () => {
    assert.equal(camelCase(source), 'userName');
    assert.equal(kebabCase(source), 'user-name');
    assert.equal(snakeCase(source), 'user_name');
  });
}

test('a tour through all spellings ends where it began', () => {
  assert.equal(camelCase(snakeCase(kebabCase('parsedUserName'))), 'parsedUserName');
});
