import { createRequire } from 'node:module';

// The parser lies beside the ESLint that runs this, so the example needs no node_modules of its own.
const beside = createRequire(process.argv[1]);

export default [
  {
    files: ['src/**/*.ts'],
    languageOptions: { parser: beside('@typescript-eslint/parser') },
    rules: {
      eqeqeq: 'error',
      'no-else-return': 'warn',
      'no-extra-boolean-cast': 'error',
      'no-param-reassign': 'error',
      'no-useless-return': 'warn',
      'no-var': 'error',
      'object-shorthand': 'warn',
      'prefer-arrow-callback': 'warn',
      'prefer-const': 'error',
      'prefer-exponentiation-operator': 'warn',
      'prefer-object-has-own': 'error',
      'prefer-template': 'warn',
    },
  },
];
