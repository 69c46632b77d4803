from litgrid.kernel.memory cimport Memory
