// @nestjs/throttler is CommonJS and requires ESM Nest. Jest links such a require as a cycle unless Nest is already loaded.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
