process.stderr.write('create-slime-env has no template yet: see the README of slime-sdk\n');
process.exitCode = 2;
