# Sourced by the other scripts: finds Python 3.11 or newer, and makes .venv with litgrid and the extras named in $1.
# Nothing outside this folder is changed.

find_python() {
  for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "litgrid needs Python 3.11 or newer, and none was found; install one, or name it: PYTHON=/path/to/python3 $0" >&2
  return 1
}

make_environment() {
  python=$(find_python) || exit 1
  [ ! -x .venv/bin/python ] || return 0
  echo "== Making a virtual environment in .venv with $("$python" --version)"
  "$python" -m venv .venv || {
    echo "$python cannot make virtual environments; on Debian and Ubuntu: apt-get install python3-venv" >&2
    exit 1
  }
}

install() {
  .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"
}

set_up() {
  make_environment
  echo "== Installing litgrid and what it needs into .venv"
  install --editable .
}

# With exactly the tools that are locked; the kernels are built with those, too.
set_up_development() {
  make_environment
  echo "== Installing litgrid and what its development needs into .venv"
  install --require-hashes --requirement requirements-dev.txt
  more=$(cd building && ../.venv/bin/python -c 'import backend; print(*backend.get_requires_for_build_editable())')
  [ -z "$more" ] || install "$more"
  install --no-deps --no-build-isolation --editable .
}
