import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Of ESLint's own rules those the compiler does not already stand for. */
const core = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-async-promise-executor': 'error',
  'no-constant-condition': 'error',
  'no-empty': 'error',
  'no-loss-of-precision': 'error',
  'no-self-compare': 'error',
  'no-unsafe-finally': 'error',
  'no-useless-escape': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
}

/** Every promise has an owner, every case of a union is met, nothing unknown is pasted into a text. */
const typed = {
  files: ['**/*.ts', '**/*.tsx'],
  extends: [tseslint.configs.strictTypeChecked],
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: {
    ...core,
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // what is spread here is hexadecimal, base58 and the like
    '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }, 'string'] }],
    // nothing here uses `this`
    '@typescript-eslint/unbound-method': 'off',
    '@typescript-eslint/consistent-type-imports': 'error',
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    // `void promise` says on purpose that nobody waits
    '@typescript-eslint/no-confusing-void-expression': [
      'error',
      { ignoreVoidOperator: true, ignoreArrowShorthand: true },
    ],
    '@typescript-eslint/no-meaningless-void-operator': 'off',
    // Fastify's handlers and React's event props take functions that may be async or not
    '@typescript-eslint/no-misused-promises': [
      'error',
      { checksVoidReturn: { attributes: false, arguments: false } },
    ],
    '@typescript-eslint/require-await': 'off',
    '@typescript-eslint/only-throw-error': 'error',
    'no-console': 'error',
    'no-restricted-syntax': [
      'error',
      { selector: 'TSEnumDeclaration', message: 'A union of texts says the same and needs no code.' },
      { selector: 'ExportDefaultDeclaration', message: 'A named export has one name everywhere.' },
    ],
  },
}

export default defineConfig(
  globalIgnores(['dist', 'data', 'node_modules', '.cache', 'test/tokens', 'src/server/db/schema.ts', 'art']),
  typed,
  {
    files: ['**/*.tsx', 'src/web/**/*.ts'],
    extends: [reactHooks.configs.flat.recommended],
    // reading from the server in an effect sets state, in time
    rules: { 'react-hooks/set-state-in-effect': 'off' },
  },
  {
    // the page tells developers of faults as the specification says
    files: ['src/web/**', 'bench/**', 'test/**', 'scripts/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // a test may say what it knows and the types cannot
    files: ['**/*.test.ts', '**/*.test.tsx', 'test/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
  {
    // tools read their configuration from a default export
    files: ['*.config.ts', 'test/global-setup.ts', 'test/e2e/global-*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
      },
    },
    rules: { ...core, 'no-undef': 'error', 'no-unused-vars': 'error' },
  },
)
