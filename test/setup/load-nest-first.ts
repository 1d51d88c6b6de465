// @nestjs/throttler is CommonJS and requires Nest, which is ESM. Jest reports a cycle for such a require unless Nest is loaded already.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
