"""Stand-ins for packages that slime imports and that have no part in what is asked of it."""

import importlib.abc
import importlib.machinery
import types


class Anything:
    """Stands for whatever a stubbed package exports: decorator, base class, function, constant."""

    def __call__(self, *args, **kwargs):
        decorates = len(args) == 1 and not kwargs and callable(args[0])
        return args[0] if decorates else Anything()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __mro_entries__(self, bases):
        return ()

    def __or__(self, other):
        return Anything()

    __ror__ = __or__


class StubModule(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


class StubFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """For `sys.meta_path`: first there, it hides packages that are installed; last, it does not."""

    def __init__(self, packages):
        self.packages = packages

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in self.packages:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return StubModule(spec.name)

    def exec_module(self, module):
        pass
