"""The page: play, set, and look inside, in a browser, served from this machine.

:mod:`~litgrid.web.app` puts together what the server is: :mod:`~litgrid.web.safety` lets nobody else in,
:mod:`~litgrid.web.api` says what can be asked, and :mod:`~litgrid.web.jobs` has it answered by worker processes, which
run the functions of :mod:`litgrid.web.tasks`. Those are plain functions from JSON to JSON and know no server.
"""
